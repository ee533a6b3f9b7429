import {WorkLimit} from '../../src/cluster/work-limit.js'

/** Counts requests without a limit, large ones once. */
export class CountedWork extends WorkLimit {
  requests = 0

  constructor() {
    super(0)
  }

  override spend(): void {
    this.requests++
  }
}
