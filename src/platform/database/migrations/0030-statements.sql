-- A point has statements: one, or of a dispute two and more, each with the sentences of its articles that may be quoted.
update event_texts set points = coalesce((
  select jsonb_agg(jsonb_build_object(
    'status', point->'status', 'judged', true,
    'statements', jsonb_build_array(jsonb_build_object('text', point->'text', 'articles', point->'articles', 'quotes', '[]'::jsonb))
      || case jsonb_typeof(point->'against') when 'object' then jsonb_build_array(point->'against' || '{"quotes": []}') else '[]' end
  ) order by at)
  from jsonb_array_elements(points) with ordinality as listed (point, at)), '[]')
where jsonb_typeof(points) = 'array' and points <> '[]';

-- Events with a dispute are listed.
create index event_texts_disputed on event_texts (event_id) where points @> '[{"status": "disputed"}]';
