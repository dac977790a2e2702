-- When the next request to a domain may start. Unlogged: after a crash of the server nothing need be remembered.

create unlogged table fetch_turns (domain text primary key, next_at timestamptz not null);
