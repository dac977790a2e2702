-- Facts of guides: when the product was renewed, and what was rumored of it.
alter table guides add column releases jsonb not null default '[]', add column rumors jsonb not null default '[]';

-- Readers notice both: a change of them is logged as one of the text is.
create or replace function guides_log_update() returns trigger language plpgsql as $$ begin 
  insert into changes as c (version, kind, act, id, into_id, from_id, fields)
  select change_version(), x.* from (
    select 'guide', act, id, into_id, from_id,
      case when act = 'updated' then array(select distinct f from unnest(fields) f where f is not null order by f) else '{}' end
    from (
      select n.slug::text as id, array[case when n.title is distinct from o.title then 'title' end, case when n.page_type is distinct from o.page_type then 'page_type' end, case when n.family is distinct from o.family then 'family' end, case when n.generation is distinct from o.generation then 'generation' end, case when n.tags is distinct from o.tags then 'tags' end, case when n.summary is distinct from o.summary then 'summary' end, case when n.body is distinct from o.body then 'body' end, case when n.updated is distinct from o.updated then 'updated' end, case when n.facts_until is distinct from o.facts_until then 'facts_until' end, case when n.checked is distinct from o.checked then 'checked' end, case when n.sources is distinct from o.sources then 'sources' end, case when n.specs is distinct from o.specs then 'specs' end, case when n.picture is distinct from o.picture then 'picture' end, case when n.names is distinct from o.names then 'names' end, case when n.releases is distinct from o.releases then 'releases' end, case when n.rumors is distinct from o.rumors then 'rumors' end]::text[] as fields,
        case
          when true and true then case when (n.title, n.page_type, n.family, n.generation, n.tags, n.summary, n.body, n.updated, n.facts_until, n.checked, n.sources, n.specs, n.picture, n.names, n.releases, n.rumors) is distinct from (o.title, o.page_type, o.family, o.generation, o.tags, o.summary, o.body, o.updated, o.facts_until, o.checked, o.sources, o.specs, o.picture, o.names, o.releases, o.rumors) then 'updated' end
          when true then 'created'
          when true or false then 'removed'
        end as act,
        null::text as into_id, null::text as from_id
      from new_rows n join old_rows o on o.slug = n.slug
      where ((n.title, n.page_type, n.family, n.generation, n.tags, n.summary, n.body, n.updated, n.facts_until, n.checked, n.sources, n.specs, n.picture, n.names, n.releases, n.rumors), true) is distinct from ((o.title, o.page_type, o.family, o.generation, o.tags, o.summary, o.body, o.updated, o.facts_until, o.checked, o.sources, o.specs, o.picture, o.names, o.releases, o.rumors), true) or false
    ) u where act is not null order by id) x(kind, act, id, into_id, from_id, fields)
  on conflict (version, kind, id) do update set
    act = case
      when excluded.act = 'updated' or (c.act = 'split' and excluded.act = 'created') then c.act
      when c.act = 'removed' and excluded.act = 'created' then 'updated'
      else excluded.act end,
    into_id = coalesce(excluded.into_id, c.into_id),
    from_id = coalesce(excluded.from_id, c.from_id),
    fields = array(select distinct f from unnest(c.fields || excluded.fields) f order by f); return null; end $$;
