-- News that wait without a job that will tell them: whatever happened next was taken to be told with them, and never was.
delete from public.notices n where not exists (
  select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'tell_news' and j.payload ->> 'userId' = n.user_id::text and j.payload ->> 'id' = n.id::text
    and (j.attempts < j.max_attempts or j.locked_at is not null)
);
