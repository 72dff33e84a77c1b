/** Loads the sample catalogue through the public API, with the service key. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../domain/database.generated.ts'
import { createAccounts } from './accounts.ts'
import {
  closureRows,
  galleryRows,
  kitchenRows,
  pickupPlaceRows,
  productRows,
  productWindowRows,
  shopRecordRows,
  shopRows,
  shopWindowRows,
  variationRows,
  voucherTermsRows,
} from './catalogue-rows.ts'
import { type AccountIds, type Clock, clock } from './ids.ts'
import { markerReviewId, orderRows } from './order-rows.ts'
import {
  addressRows,
  conversationRows,
  enquiryRows,
  favouriteRows,
  messageRows,
  notificationRows,
  profileRows,
  replyRows,
} from './people-rows.ts'
import { costingRows, ingredientRows, recipeIngredientRows, recipeRows } from './recipes.ts'
import type { Insert, TableName } from './tables.ts'
import { uploadPictures } from './upload-pictures.ts'

export interface LoadSampleOptions {
  /** A client with the role service_role. */
  readonly supabase: SupabaseClient<Database>
  readonly log: (message: string) => void
  /** A cache folder for composed pictures, reused by the next database. */
  readonly pictureCache?: string
}

/**
 * Fills the database with the sample catalogue. A repeated call after an interruption adds what is missing. After
 * a complete load it adds nothing, so later changes and deletions stay.
 * @returns whether anything was loaded
 */
export async function loadSample({ supabase, log, pictureCache }: LoadSampleOptions): Promise<boolean> {
  const started = Date.now()
  const now = clock(new Date())
  if (await isLoaded(supabase)) return false
  log('Loading the sample catalogue')
  const accounts = createAccounts(supabase)
  // Composing takes longest and needs no account ids, so it starts while the accounts are created.
  const pictures = uploadPictures({ supabase, accounts, cache: pictureCache })
  const rows = accounts.then((ids) => insertAll(supabase, ids, now))
  const [uploaded, authors] = await Promise.all([pictures, rows])
  // Last, because these rows mark the load as complete.
  await insert(supabase, 'review_authors', authors, { key: 'review_id' })
  log(`Loaded the sample catalogue with ${uploaded} pictures in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return true
}

/** Whether the whole catalogue was loaded once, regardless of later changes. */
export async function isLoaded(supabase: SupabaseClient<Database>): Promise<boolean> {
  const { count, error } = await supabase
    .from('review_authors')
    .select('review_id', { count: 'exact', head: true })
    .eq('review_id', markerReviewId())
  if (error) throw new Error('The sample catalogue could not be looked up', { cause: error })
  return (count ?? 0) > 0
}

/** @returns the authors of the reviews, which are inserted last */
async function insertAll(
  supabase: SupabaseClient<Database>,
  accounts: AccountIds,
  now: Clock,
): Promise<Insert<'review_authors'>[]> {
  const { review_authors, ...sold } = orderRows(accounts, now)
  // Creating the accounts created the profiles. This fills the other columns.
  await insert(supabase, 'profiles', profileRows(accounts), { isMerged: true })
  await insert(supabase, 'shops', shopRows(accounts, now))
  await insert(supabase, 'shop_records', shopRecordRows(now), { key: 'shop_id', isMerged: true })
  await insert(supabase, 'shop_pickup_places', pickupPlaceRows(), { key: 'shop_id' })
  await insert(supabase, 'shop_closures', closureRows(now))
  await insert(supabase, 'shop_kitchens', kitchenRows(now), { key: 'shop_id' })
  await insert(supabase, 'shop_voucher_terms', voucherTermsRows(), { key: 'shop_id' })
  await insert(supabase, 'shop_pickup_schedules', shopWindowRows())
  await insert(supabase, 'products', productRows(accounts, now))
  await insert(supabase, 'product_images', galleryRows(accounts))
  await insert(supabase, 'product_variations', variationRows())
  await insert(supabase, 'product_pickup_schedules', productWindowRows())
  await insert(supabase, 'shop_ingredients', ingredientRows())
  await insert(supabase, 'shop_costing', costingRows(), { key: 'shop_id' })
  await insert(supabase, 'recipes', recipeRows(), { key: 'product_id' })
  await insert(supabase, 'recipe_ingredients', recipeIngredientRows(), { key: 'product_id,ingredient_id' })
  await insert(supabase, 'user_addresses', addressRows(accounts))
  await insert(supabase, 'chat_rooms', conversationRows(accounts, now))
  await insert(supabase, 'chat_messages', messageRows(accounts, now))
  await insert(supabase, 'saved_replies', replyRows(accounts))
  await insert(supabase, 'checkouts', sold.checkouts)
  await insert(supabase, 'payments', sold.payments)
  await insert(supabase, 'orders', sold.orders)
  await insert(supabase, 'order_pickup_places', sold.order_pickup_places, { key: 'order_id' })
  await insert(supabase, 'order_items', sold.order_items)
  await replaceEvents(supabase, sold.order_events)
  await insert(supabase, 'refunds', sold.refunds)
  await insert(supabase, 'contact_messages', enquiryRows(accounts, now))
  await insert(supabase, 'notifications', notificationRows(accounts, now))
  await insert(supabase, 'favourites', favouriteRows(accounts))
  await insert(supabase, 'reviews', sold.reviews)
  return review_authors
}

interface InsertOptions {
  /** The column or columns that identify a row. */
  readonly key?: string
  /** Updates existing rows instead of skipping them. */
  readonly isMerged?: boolean
}

async function insert<Name extends TableName>(
  // The schema is untyped, because TypeScript cannot look up a table's type by a type parameter.
  supabase: SupabaseClient,
  table: Name,
  rows: Insert<Name>[],
  { key = 'id', isMerged = false }: InsertOptions = {},
): Promise<void> {
  const { error } = await supabase.from(table).upsert(rows, { onConflict: key, ignoreDuplicates: !isMerged })
  if (error) throw new Error(`The sample's ${table} could not be loaded: ${error.message}`, { cause: error })
}

/** A trigger records the status that an order is inserted with. The sample's orders need their earlier statuses too. */
async function replaceEvents(supabase: SupabaseClient<Database>, events: Insert<'order_events'>[]): Promise<void> {
  const orders = [...new Set(events.map(({ order_id }) => order_id))]
  const { error } = await supabase.from('order_events').delete().in('order_id', orders)
  if (error) throw new Error(`The sample's order events could not be replaced: ${error.message}`, { cause: error })
  await insert(supabase, 'order_events', events)
}
