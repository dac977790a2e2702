-- App passwords that a key made end with it.
alter table app_passwords add column key_id bigint references app_passwords on delete cascade;
create index app_passwords_key on app_passwords (key_id) where key_id is not null;
