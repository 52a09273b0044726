-- The operator reads what was reported while it is in Community, or hidden from it. What its author took back, or an account
-- that is to go, is theirs again, and was read there with every word that they wrote into it afterwards.
create or replace function app.reported_in_community()
returns table (kind text, id uuid, words text, author text, hidden boolean, reports bigint, reasons text[])
language sql stable security definer set search_path = ''
as $$
  select thing.kind, thing.id, thing.words, thing.author, thing.hidden, thing.reports, thing.reasons
  from (
    select 'prompt', q.id, q.text, q.author, q.hidden_at is not null, said.*
    from (
      select r.prompt_id from public.community_reports r where r.prompt_id is not null
      union
      select h.id from public.prompts h where h.hidden_at is not null
    ) as told (id)
    join public.prompts q on q.id = told.id and (q.published_at is not null or q.hidden_at is not null)
    cross join lateral (
      select count(*), array_agg(r.reason order by r.created_at) filter (where r.reason <> ''), max(r.created_at)
      from public.community_reports r where r.prompt_id = q.id
    ) as said
    union all
    select 'playlist', p.id, p.name, p.author, p.hidden_at is not null, said.*
    from (
      select r.playlist_id from public.community_reports r where r.playlist_id is not null
      union
      select h.id from public.playlists h where h.hidden_at is not null
    ) as told (id)
    join public.playlists p on p.id = told.id and (p.published_at is not null or p.hidden_at is not null)
    cross join lateral (
      select count(*), array_agg(r.reason order by r.created_at) filter (where r.reason <> ''), max(r.created_at)
      from public.community_reports r where r.playlist_id = p.id
    ) as said
  ) as thing (kind, id, words, author, hidden, reports, reasons, latest)
  where app.is_operator()
  order by thing.hidden, thing.latest desc nulls last
  limit 200
$$;
