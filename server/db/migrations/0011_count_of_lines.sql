-- How many lines a transcript has is asked each time a screen looks at it. Counting them goes through the policies line by
-- line (40 ms for 1,500), so the figure is kept where the transcript is.
alter table public.transcripts add column line_count integer not null default 0;

create function app.count_transcript_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.transcripts t
  set line_count = t.line_count + changed.lines
  from (
    select user_id, transcript_id,
      case tg_op when 'INSERT' then count(*) else - count(*) end::integer as lines
    from changed_lines group by user_id, transcript_id
  ) changed
  where t.user_id = changed.user_id and t.id = changed.transcript_id;
  return null;
end
$$;
revoke execute on function app.count_transcript_lines from public;

create trigger count_new_lines after insert on public.transcript_lines
  referencing new table as changed_lines
  for each statement execute function app.count_transcript_lines();
create trigger count_gone_lines after delete on public.transcript_lines
  referencing old table as changed_lines
  for each statement execute function app.count_transcript_lines();

update public.transcripts t set line_count = (
  select count(*) from public.transcript_lines l where l.user_id = t.user_id and l.transcript_id = t.id
);
