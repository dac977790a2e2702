-- What was refused may be asked about again: its earlier calls stay on record and count as attempts no more. A lease says which
-- worker took it, so that this one frees it when it starts again.

alter table ai_calls add column superseded boolean not null default false;
alter table reprocess_runs add column again boolean not null default false;
alter table edition_letters add column taken_by text;
alter table alert_sendings add column taken_by text;
