/** Keeps the basket in the browser the same as the basket of the account, while a member is signed in. */
import { type Basket, type BasketLine, emptyBasket, isSameLine, readBasket } from '#domain/basket'
import { basketChanges, mergeBaskets } from '#domain/basket-merge'
import { accountKey, type BasketStore } from './basket-store.ts'

export interface RemoteBasket {
  read(): Promise<readonly RemoteLine[]>
  save(lines: Basket): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

export interface RemoteLine extends BasketLine {
  readonly id: string
}

export interface AccountBasketOptions {
  readonly store: BasketStore
  readonly remoteOf: (userId: string) => RemoteBasket
  readonly loadText: (key: string) => string | null
  readonly storeText: (key: string, text: string | null) => void
}

export interface AccountBasket {
  /**
   * Called at the start and when the member changes. A basket that belongs to another account is removed from this
   * browser; a visitor's joins the account's.
   */
  setOwner(userId: string | null): void
  hasChanges(): boolean
  /** Reads the account's basket, merges both and sends the changes. */
  sync(): Promise<void>
}

/** The owner of the basket in this browser, and the account's basket as it was last read. */
interface Base {
  readonly owner: string
  readonly lines: Basket
}

export function createAccountBasket({ store, remoteOf, loadText, storeText }: AccountBasketOptions): AccountBasket {
  // Read each time, because other tabs write it too. The owner and the lines are one text, so that they fit together.
  function base(): Base | null {
    const [owner, lines = null] = loadText(accountKey)?.split(/ (.*)/s) ?? []
    return owner ? { owner, lines: readBasket(lines) } : null
  }

  function setBase({ owner, lines }: Base): void {
    storeText(accountKey, `${owner} ${JSON.stringify(lines)}`)
  }

  function hasChanges(): boolean {
    const { saved, removed } = basketChanges(base()?.lines ?? emptyBasket, store.current())
    return saved.length + removed.length > 0
  }

  return {
    setOwner(userId) {
      const owner = base()?.owner ?? null
      if (owner === userId) return
      if (owner !== null) store.change(() => emptyBasket)
      if (userId === null) storeText(accountKey, null)
      else setBase({ owner: userId, lines: emptyBasket })
    },
    hasChanges: () => base() !== null && hasChanges(),
    async sync() {
      const owner = base()?.owner
      if (owner === undefined) return
      const remote = remoteOf(owner)
      const rows = await remote.read()
      const before = base()
      if (before?.owner !== owner) return
      const theirs = rows.map(({ id: _, ...line }): BasketLine => line)
      store.change((local) => mergeBaskets({ base: before.lines, local, remote: theirs }))
      setBase({ owner, lines: theirs })

      const sent = store.current()
      const { saved, removed } = basketChanges(theirs, sent)
      if (saved.length > 0) await remote.save(saved)
      if (removed.length > 0) await remote.remove(idsOf(rows, removed))
      if (base()?.owner === owner) setBase({ owner, lines: sent })
    },
  }
}

function idsOf(rows: readonly RemoteLine[], removed: Basket): readonly string[] {
  return rows.flatMap((row) => (removed.some((line) => isSameLine(line, row)) ? row.id : []))
}
