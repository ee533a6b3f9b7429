import {WorkLimit} from '../../src/cluster/work-limit.js'

/** Counts requests without a limit. */
export class CountedWork extends WorkLimit {
  requests = 0

  constructor() {
    super(0)
  }

  override spend(requests = 1): void {
    this.requests += requests
  }
}
