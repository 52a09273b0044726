-- A file of a book knows which ones it took the place of, so that a request of one of those that comes late, sent again after its
-- answer was lost, is recognised. Their ids do not say which is the newer: they tell the clocks of the devices that made them.

alter table public.storybook_exports add column earlier_ids uuid[] not null default '{}';
