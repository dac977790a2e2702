-- An entry shows its kind: a change of it is logged as one of any other field is, of the event that it leads, too.
do $$ begin
  execute replace(replace(replace(pg_get_functiondef('articles_log_update'::regproc),
    'n.event_id, n.feed_id)', 'n.event_id, n.feed_id, n.kind)'),
    'o.event_id, o.feed_id)', 'o.event_id, o.feed_id, o.kind)'),
    'then ''feed'' end]', 'then ''feed'' end, case when n.kind is distinct from o.kind then ''kind'' end]');
end $$;
