create trigger enqueue_picture_import
after insert or update of image on public.products
for each row
when (new.image like 'http%')
execute function private.enqueue_picture_import('product', 'image');
create trigger enqueue_picture_import
after insert or update of image on public.product_images
for each row
when (new.image like 'http%')
execute function private.enqueue_picture_import('gallery', 'image');
create trigger enqueue_logo_import
after insert or update of logo on public.shops
for each row
when (new.logo like 'http%')
execute function private.enqueue_picture_import('logo', 'logo');
create trigger enqueue_banner_import
after insert or update of banner_image on public.shops
for each row
when (new.banner_image like 'http%')
execute function private.enqueue_picture_import('banner', 'banner_image');
