-- Devices, webhooks and alert rules that a program made for a reader end with its access: a grant's or a key's.
alter table webhooks add column key_id bigint references app_passwords on delete cascade;
alter table push_subscriptions add column grant_id bigint references oauth_grants on delete cascade;
alter table push_subscriptions add column key_id bigint references app_passwords on delete cascade;
alter table alert_rules add column grant_id bigint references oauth_grants on delete cascade;
alter table alert_rules add column key_id bigint references app_passwords on delete cascade;
create index webhooks_key on webhooks (key_id) where key_id is not null;
create index push_subscriptions_grant on push_subscriptions (grant_id) where grant_id is not null;
create index push_subscriptions_key on push_subscriptions (key_id) where key_id is not null;
create index alert_rules_grant on alert_rules (grant_id) where grant_id is not null;
create index alert_rules_program_key on alert_rules (key_id) where key_id is not null;
