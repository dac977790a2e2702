-- A webhook that a program made for a reader ends with its access.
alter table webhooks add column grant_id bigint references oauth_grants on delete cascade;
create index webhooks_grant on webhooks (grant_id) where grant_id is not null;
