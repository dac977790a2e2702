-- Many readers are due at one instant, and many ask for one event: a batch of them is read from the index in its order, and
-- not sorted out of all.

drop index edition_mails_next;
create index edition_mails_next on edition_mails (next_at, user_id) where confirmed_at is not null and stopped_at is null;
drop index edition_letters_waiting;
create index edition_letters_waiting on edition_letters (try_at, id) where state = 'waiting';
drop index alert_sendings_waiting;
create index alert_sendings_waiting on alert_sendings (try_at, id) where state = 'waiting';
drop index alert_rules_key;
create index alert_rules_key on alert_rules (kind, key, min_sources, user_id);
drop index follows_key;
create index follows_key on follows (kind, key, user_id);
-- A newer letter takes the place of one that waits.
create index edition_letters_waiting_user on edition_letters (user_id) where state = 'waiting';
