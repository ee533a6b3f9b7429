import type {Ending} from '../../lint/ending.js'
import type {Reason, SuggestedAmount, SuggestedObject, Suggestion} from '../../suggest/types.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'

/** The result of `kadm suggest` as JSON; the contract is schemas/suggest.schema.json. */
export const suggestJson = ({command, objects, proof, notes}: Suggestion, ending?: Ending): string => jsonText({
  version: 1, command, objects: objects.map(objectJson), notes,
  proof: {...proof, findings: proof.findings.map(({ruleId, message, field}) => ({ruleId, message, field}))}, ...ending,
})

const objectJson = ({namespace, kind, name, body, amounts, notes}: SuggestedObject): object =>
  ({namespace, kind, name, object: body, amounts: amounts.map(amountJson), notes})

const amountJson = ({field, value, present, reasons}: SuggestedAmount): object =>
  ({field: String(field), value, present: present ?? null, reasons: reasons.map(reasonJson)})

function reasonJson({text, amount, place, margin}: Reason): object {
  return {text, amount: amount ?? null, source: place === undefined ? null : locationOf(place), margin: margin ?? null}
}
