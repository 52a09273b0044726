-- A page of one category in Community is read from its newest on. Of a rare one all that was ever published was gone through.
create index prompts_of_category_in_community on public.prompts (category, created_at desc, id desc)
  where published_at is not null and hidden_at is null;
