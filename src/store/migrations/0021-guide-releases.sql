-- Facts of guides: when the product was renewed, and what was rumored of it.
alter table guides add column releases jsonb not null default '[]', add column rumors jsonb not null default '[]';
