-- Administrators.

create table private.settings (
  is_only_row boolean primary key default true check (is_only_row),
  administrators_need_second_factor boolean not null default false
);
comment on table private.settings is
  'The settings of this marketplace: one row, or none for the defaults. SQL changes them, and no API does.';
comment on column private.settings.administrators_need_second_factor is
  'Whether a session must have passed a second factor before it can do what administrators can. Off for development.';
