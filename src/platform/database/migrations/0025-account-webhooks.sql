-- Webhooks of readers beside the operator's: where their alerts go, as to devices and by mail.
alter table webhooks add column user_id bigint references users on delete cascade;
create unique index webhooks_user on webhooks (user_id, url) where user_id is not null;
alter table alert_rules add column by_webhook boolean not null default false;
