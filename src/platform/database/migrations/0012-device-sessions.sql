-- The session in which a device was added: it ends with it. Devices of before have none.

alter table push_subscriptions add token_hash bytea references tokens on delete cascade;
create index push_subscriptions_token on push_subscriptions (token_hash);
