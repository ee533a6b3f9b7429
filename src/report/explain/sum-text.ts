import type {BoundCheck} from '../../admission/explanation.js'
import type {ContainerAmount, PodSum} from '../../kinds/pod/resources/pod-sum.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {oneLine} from '../../machinery/output/printable.js'

/**
 * Spells a sum of a pod out: `app 500m + proxy 100m = 600m; init migrate 1; the greater is 1; + overhead 250m = 1250m`. Only amounts
 * that the engine has computed are printed.
 */
export function sumText(sum: PodSum): string {
  const {running, runningSum, starting, aggregate, podLevel, overhead, total} = sum
  const parts = [
    ...running.length === 0 ? [] : [terms(running.map(termText), String(runningSum))],
    ...starting.map(({sidecars, sum: together, ...container}) =>
      sidecars.isZero() ? termText(container) : terms([termText(container), `sidecars started before ${sidecars}`], String(together))),
  ]
  return [
    ...parts,
    ...parts.length > 1 ? [`the greatest is ${aggregate}`] : [],
    ...podLevel === undefined ? [] : [`the pod as a whole states ${podLevel}, which replaces the sum of its containers`],
    ...overhead === undefined ? [] : [`+ overhead ${overhead} = ${total}`],
  ].join('; ')
}

const terms = (texts: readonly string[], result: string): string => texts.length === 1 ? texts.join('') : `${texts.join(' + ')} = ${result}`

const termText = ({name, list, isSidecar, amount}: ContainerAmount): string =>
  `${isSidecar ? 'sidecar ' : list === 'initContainers' ? 'init ' : ''}${oneLine(name)} ${amount}`

/** Spells a comparison of a LimitRange out: `limit 1500m / request 500m = 3 > 2`. */
export function comparisonText({bound, enforced, request, limit, ratio, violation}: BoundCheck): string {
  const [satisfied, violated] = bound === 'min' ? ['>=', '<'] : ['<=', '>']
  if (violation !== undefined) {
    const [word, amount] = violation.side === 'requests' ? ['request', request] : ['limit', limit]
    if (ratio !== undefined) return `${ratioText(limit, request, ratio)} > ${enforced}`
    return amount === undefined || bound === 'maxLimitRequestRatio' ? `no ${word}, which ${bound} ${enforced} requires` : `${word} ${amount} ${violated} ${enforced}`
  }
  if (ratio !== undefined) return `${ratioText(limit, request, ratio)} <= ${enforced}`
  const amounts = [...request ? [{word: 'request', amount: request}] : [], ...limit ? [{word: 'limit', amount: limit}] : []]
  const isOverflowing = amounts.some(({amount}) => bound === 'min' ? amount.compare(enforced) < 0 : amount.compare(enforced) > 0)
  return `${amounts.map(({word, amount}) => `${word} ${amount}`).join(', ')} ${satisfied} ${enforced}${isOverflowing ? ' in the 64 bits of the server' : ''}`
}

const ratioText = (limit: Quantity | undefined, request: Quantity | undefined, ratio: number): string =>
  `limit ${limit} / request ${request} = ${Number(ratio.toFixed(3))}`
