-- Started without its master key (a volume that was not mounted, another SECRET_KEY), Kinora made a new one: everybody was logged out,
-- and second factors, recording links and waiting mails could not be opened any more. The mark tells keys apart and reveals nothing of
-- them. Beside the migrations, where no backup looks: the keys of an instance that was restored are its own.
create table kinora.key_mark (
  is_only boolean primary key default true check (is_only),
  mark text not null
);
