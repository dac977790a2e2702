-- Keys of the API beside the passwords of reading apps: for reading alone, or for all that a session may.
alter table app_passwords add column access text not null default 'reader' check (access in ('reader', 'read', 'full'));
