import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {type ResourceList, resourceListOf} from '../../src/machinery/quantity/resource-list.js'
import type {Amounts} from './builders.js'

export const quantity = (text: unknown): Quantity => Quantity.parse(String(text))

export const resourceList = (amounts: Amounts): ResourceList =>
  resourceListOf(Object.entries(amounts).map(([name, amount]) => [name, quantity(amount)]))

/** A resource list as its texts. */
export const texts = (list: ResourceList | undefined): Amounts | undefined =>
  list && Object.fromEntries(Object.entries(list).map(([name, amount]) => [name, String(amount)]))
