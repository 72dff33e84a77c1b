/** Keeps the basket in the browser the same as the basket of the account, while a member is signed in. */
import { type Basket, type BasketLine, isSameLine, readBasket } from '#domain/checkout/basket'
import { type AccountCopy, type AccountCopyOptions, createAccountCopy } from '#features/account/copy'
import { basketChanges, mergeBaskets } from './basket-merge.ts'
import { type BasketStore, basketAccountKey } from './basket-store.ts'

export interface RemoteBasket {
  read(): Promise<readonly RemoteLine[]>
  save(lines: Basket): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

export interface RemoteLine extends BasketLine {
  readonly id: string
}

export interface AccountBasketOptions extends Pick<AccountCopyOptions<Basket>, 'loadText' | 'storeText'> {
  readonly store: BasketStore
  readonly remoteOf: (userId: string) => RemoteBasket
}

export function createAccountBasket({ remoteOf, ...options }: AccountBasketOptions): AccountCopy {
  return createAccountCopy({
    ...options,
    accountKey: basketAccountKey,
    read: readBasket,
    merge: mergeBaskets,
    differs: (from, to) => {
      const { saved, removed } = basketChanges(from, to)
      return saved.length + removed.length > 0
    },
    async readRemote(userId) {
      const remote = remoteOf(userId)
      const rows = await remote.read()
      const value = rows.map(({ id: _, ...line }): BasketLine => line)
      return {
        value,
        async change(to) {
          const { saved, removed } = basketChanges(value, to)
          if (saved.length > 0) await remote.save(saved)
          if (removed.length > 0) await remote.remove(idsOf(rows, removed))
        },
      }
    },
  })
}

function idsOf(rows: readonly RemoteLine[], removed: Basket): readonly string[] {
  return rows.flatMap((row) => (removed.some((line) => isSameLine(line, row)) ? row.id : []))
}
