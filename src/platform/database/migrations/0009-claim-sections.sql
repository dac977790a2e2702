-- Which paragraph, point or segment a sentence belongs to, from 1, so that a text can be put together from its sentences again.

alter table claims add section integer not null default 0;
