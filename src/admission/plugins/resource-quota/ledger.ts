import {resourceQuota as kind} from '../../../kinds/resource-quota/index.js'
import {reparsed, withUsage} from '../../../kinds/resource-quota/status.js'
import type {ResourceQuota} from '../../../machinery/api/core-v1.js'
import {noResources, type ResourceList} from '../../../machinery/quantity/resource-list.js'
import type {Dictionary} from '../../../machinery/collections/dictionary.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import type {PostponedChanges, StatusWriter} from '../../plugin.js'
import {type Account, accountsOf} from './account.js'
import {type Evaluator, trackedNames} from './evaluators/evaluator.js'

/** An account, with the number of charges since its quotas were last written. */
export interface ChargedAccount extends Account {
  used: ResourceList
  charges: number
  /** The usage if it belongs to only this account, which may then change it. */
  own: Dictionary<Quantity> | undefined
}

/**
 * The accounts of a namespace. Charges are written to the quotas when someone else reads them: thousands of charges of hundreds of
 * quotas cost as much as one each.
 */
export class Ledger implements PostponedChanges {
  private constructor(private readonly store: StatusWriter, readonly accounts: readonly ChargedAccount[]) {}

  /** Returns the ledger of a namespace. */
  static of(store: StatusWriter, namespace: string): Ledger {
    const open = store.postponed(kind, namespace)
    if (open instanceof Ledger) return open
    const ledger = new Ledger(store, accountsOf(store.list(kind, namespace)).map((account) => ({...account, charges: 0, own: undefined})))
    if (ledger.accounts.length > 0) store.postpone(kind, namespace, ledger)
    return ledger
  }

  /** True if a namespace has quotas. Opens no ledger. */
  static hasQuotas(store: StatusWriter, namespace: string): boolean {
    const open = store.postponed(kind, namespace)
    return open instanceof Ledger ? open.accounts.length > 0 : store.some(kind, namespace, 'exists', () => true)
  }

  /**
   * True if quotas of a namespace may count the objects of an evaluator. Opens no ledger: each new quota, which is seldom counted itself,
   * would begin another one with all quotas before it.
   */
  static mayCount(store: StatusWriter, namespace: string, evaluator: Evaluator): boolean {
    if (evaluator.inScope !== undefined || store.postponed(kind, namespace) !== undefined) return true
    const isCounting = ({status: {hard = noResources} = {}}: ResourceQuota): boolean => trackedNames(evaluator, hard).length > 0
    if (evaluator.isVolatile === true) return store.list(kind, namespace).some(isCounting)
    return store.some(kind, namespace, `counts ${evaluator.resource.name}.${evaluator.resource.group}`, isCounting)
  }

  /**
   * Sets the usage of an account, as it is read back from storage.
   *
   * @param used the resources whose usage changes
   */
  charge(account: ChargedAccount, used: ResourceList): void {
    const own = account.own ??= reparsed(account.used)
    for (const name in used) {
      const amount = used[name]
      if (amount !== undefined) own[name] = amount.reread()
    }
    account.used = own
    account.charges++
  }

  apply(): void {
    for (const {quotas, used, charges} of this.accounts) {
      if (charges > 0) for (const quota of quotas) this.store.updateStatus(withUsage(quota, {...quota.status, used}), quota, charges)
    }
  }

  fork(store: StatusWriter): Ledger {
    return new Ledger(store, this.accounts.map((account) => {
      account.own = undefined
      return {...account}
    }))
  }
}

/** A quota of a namespace for each account, with the scopes of all others in it. Applies no charges. */
export const quotaForEachAccount = (store: StatusWriter, namespace: string): readonly ResourceQuota[] =>
  Ledger.of(store, namespace).accounts.map(({quotas: [first]}) => first)
