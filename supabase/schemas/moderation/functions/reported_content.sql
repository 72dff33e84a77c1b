-- What an administrator needs to judge a report.

create function private.allergen_answers(product public.products)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      jsonb_agg(jsonb_build_object('text', a.text, 'allergen', a.allergen) order by a.number, a.text, a.allergen),
      '[]'
    )
  from
    (
      select 0 as number, product.ingredients as text, e.allergen
      from unnest(product.allergen_answers) e (allergen)
      union all
      select 1, concat_ws(': ', c.name, c.ingredients), e.key
      from
        (
          select v.name, v.ingredients, v.allergens
          from public.product_variations v
          where v.product_id = product.id
          union all
          select o.name, o.ingredients, o.allergens
          from public.product_option_choices o
          where o.product_id = product.id
        ) c,
        jsonb_each_text(c.allergens) e
      where e.value = 'free'
    ) a
$$;
comment on function private.allergen_answers is
  'Where the seller of a product answered that words do not mean what they mention: [{ text, allergen }], the ingredients first, then choices.';

create function private.reported_content(subject text, subject_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select
    case reported_content.subject
      when 'product' then (
        select
          jsonb_build_object(
            'product_id', p.id,
            'name', p.name,
            'text', p.description,
            'picture', p.image,
            'is_hidden', p.taken_down_at is not null,
            'hidden_because', p.takedown_reason,
            'shop_id', s.id,
            'shop', s.name,
            'slug', s.slug,
            'shop_status', s.status,
            'price', p.price,
            'answers', private.allergen_answers(p)
          )
        from
          public.products p
          join public.shops s on s.id = p.shop_id
        where p.id = reported_content.subject_id
      )
      when 'shop' then (
        select
          jsonb_build_object(
            'name', s.name,
            'text', s.description,
            'picture', coalesce(s.logo, s.banner_image),
            'is_hidden', s.status = 'suspended',
            'hidden_because', d.suspension_reason,
            'shop_id', s.id,
            'shop', s.name,
            'slug', s.slug,
            'shop_status', s.status,
            'owner', u.name
          )
        from
          public.shops s
          join public.shop_records d on d.shop_id = s.id
          left join public.profiles u on u.id = s.user_id
        where s.id = reported_content.subject_id
      )
      when 'review' then (
        select
          jsonb_build_object(
            'name', coalesce(p.name, s.name),
            'text', r.text,
            'picture', r.picture,
            'is_hidden', r.is_hidden,
            'rating', r.rating,
            'author', u.name,
            'reply', r.reply,
            'product_id', p.id,
            'shop_id', s.id,
            'shop', s.name,
            'slug', s.slug,
            'shop_status', s.status
          )
        from
          public.reviews r
          left join public.products p on p.id = r.product_id
          left join public.shops s on s.id = r.shop_id
          left join public.review_authors a on a.review_id = r.id
          left join public.profiles u on u.id = a.author_id
        where r.id = reported_content.subject_id
      )
      when 'announcement' then (
        select
          jsonb_build_object(
            'name', a.title,
            'text', a.text,
            'is_hidden', a.is_hidden,
            'product_id', a.product_id,
            'shop_id', s.id,
            'shop', s.name,
            'slug', s.slug,
            'shop_status', s.status
          )
        from
          public.announcements a
          join public.shops s on s.id = a.shop_id
        where a.id = reported_content.subject_id
      )
      -- Without messages, which only reported_conversation returns, because it writes to the audit log.
      when 'conversation' then (
        select
          jsonb_build_object(
            'name', coalesce(p.name, 'A conversation'),
            'picture', p.image,
            'is_hidden', false,
            'product_id', p.id,
            'buyer_id', r.buyer_id,
            'buyer', b.name,
            'seller_id', r.seller_id,
            'seller', u.name,
            'shop_id', s.id,
            'shop', s.name,
            'slug', s.slug,
            'shop_status', s.status
          )
        from
          public.chat_rooms r
          join public.profiles b on b.id = r.buyer_id
          join public.profiles u on u.id = r.seller_id
          left join public.products p on p.id = r.product_id
          left join public.shops s on s.user_id = r.seller_id
        where r.id = reported_content.subject_id
      )
    end
$$;
comment on function private.reported_content is
  'The data an administrator needs to judge a reported subject. Null if it is deleted.';
