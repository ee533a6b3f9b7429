import type {SuggestedObject, Suggestion} from '../../suggest/types.js'
import {comment, commentedYaml, type YamlValue} from '../commented-yaml.js'
import {noSuggestionTexts, proofTexts, reasonsText} from './texts.js'

/** Suggested objects as YAML for `kubectl apply -f -`. The reason for each number is a comment above it. */
export function suggestYaml(suggestion: Suggestion): string {
  const {command, objects} = suggestion
  const head = [...objects.length === 0 ? noSuggestionTexts(suggestion) : headTexts[command], ...proofTexts(suggestion)]
  return [head.map((text) => comment(text)).join('#\n'), ...objects.map(documentText)].join('---\n')
}

const headTexts: Readonly<Record<Suggestion['command'], readonly string[]>> = {
  limits: ['LimitRanges that fit what is there, made by "kadm suggest limits".'],
  quota: ['ResourceQuotas that fit what is there, made by "kadm suggest quota".'],
  requests: ['Patches with the requests and limits that workloads should state, made by "kadm suggest requests".'],
}

function documentText({body, amounts, notes}: SuggestedObject): string {
  const reasons = new Map(amounts.map(({field, reasons: own}) => [JSON.stringify(field.steps()), reasonsText(own)]))
  const yaml = commentedYaml(body as YamlValue, (steps) => {
    const reason = reasons.get(JSON.stringify(steps))
    return reason === undefined ? undefined : {above: [reason]}
  })
  return `${notes.map((note) => comment(note)).join('')}${yaml}`
}
