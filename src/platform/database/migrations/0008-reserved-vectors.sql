-- Vectors are no longer made of what publishers reserve from machines; those that were made of it go.

delete from article_vectors v using articles a where a.id = v.article_id and a.reservation is not null;
