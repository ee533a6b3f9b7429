import type {CausedChange, FieldEdit, QuotaStory, Remedy, Story, StoryStep} from '../../explain/types.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {Json} from '../../machinery/decode/encode.js'
import {goJson} from '../../machinery/go/text.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {Explanation} from '../../simulate/explain.js'
import type {FieldDifference} from '../../simulate/operations/object-change.js'
import {counted} from '../counted.js'
import {lineText, locationOf} from '../location.js'
import {referenceOf} from '../simulate/json.js'
import {badBlock, type Block, textBlock} from './blocks.js'
import {lineOf, policyBlocks, policyFile} from './policy-blocks.js'

/** Maximum number of rows of a table; -o json has all. */
const maxRows = 60

/** Maximum length of a value; -o json does not truncate. */
const longestValue = 40

/** The story of a request, step by step, with those of the requests that a controller sends because of it. */
export function storyBlocks(story: Story): Block[] {
  const {review, steps, remedies, advice, withoutRemedy, made} = story
  const {allowed, status} = review
  const texts = withoutRemedy === undefined ? advice : [...advice, withoutRemedy]
  const ending = [...remedies.flatMap(remedyBlocks), ...texts.map((text) => textBlock(oneLine(text)))]
  const blocks = steps.map((step) => stepBlocks(step, story)).filter((one) => one.length > 0)
  return [
    {heading: titleOf(story), level: 1, isBad: !allowed},
    ...blocks.flatMap(([first, ...rest], i): Block[] => first !== undefined && 'heading' in first ? [{...first, heading: `${i + 1}. ${first.heading}`}, ...rest] : []),
    {heading: `${blocks.length + 1}. Verdict: ${verdictOf(review, steps)}`, level: 2, isBad: !allowed},
    ...allowed ? [] : [badBlock(oneLine(status.message))],
    ...review.warnings.map((warning) => textBlock(`Warning: ${oneLine(warning)}`)),
    ...review.hint === undefined ? [] : [textBlock(`Hint: ${oneLine(review.hint)}`)],
    ...made.length > 0 ? [] : ending,
    ...made.flatMap(storyBlocks),
    ...made.length > 0 ? ending : [],
  ]
}

/** The object of a story with its place, and the operation. */
export function titleOf({review}: Story): string {
  const {kind, namespace, name} = referenceOf(review.object ?? review.manifest.body)
  const {operation, subresource, owner, count = 1} = review
  const what = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
  const endpoint = subresource === undefined ? operation : `${operation} of ${subresource}`
  const by = owner === undefined ? '' : `, made by the controller of ${owner.kind} ${owner.name}${count > 1 ? `, one of ${count}` : ''}`
  return `${oneLine(what)} (${lineText(review.manifest)}): ${endpoint}${oneLine(by)}`
}

function verdictOf({allowed, isUnchanged, status: {code, reason}}: Story['review'], steps: readonly StoryStep[]): string {
  if (allowed) return isUnchanged === true ? 'unchanged, nothing is sent' : 'admitted'
  const by = steps.find((step) => step.step === 'plugin' && step.isReached && step.rejection !== undefined)
  return `denied${by?.step === 'plugin' ? ` by ${by.plugin}` : ''} (${[code, reason].join(' ').trim()})`
}

function stepBlocks(step: StoryStep, {review}: Story): Block[] {
  switch (step.step) {
    case 'sent': return [heading(`The request changes ${fields(step.changes)} of the stored object`), ...differenceTable(step.changes)]
    case 'stored': return [heading(step.isFound ? 'The server finds the stored object' : 'The server does not find the object', !step.isFound)]
    case 'deleted': return [heading('The server deletes the object')]
    case 'usage': return [heading(`The usage of ${counted(step.quotas.length, 'quota')} changes`), ...step.quotas.flatMap(usageBlocks)]
    case 'unreadable': return [heading('The server cannot read the object', true), ...step.reasons.flatMap(reasonBlocks)]
    case 'defaults': return [heading(`API defaults fill in ${fields(step.changes)}`), ...differenceTable(step.changes)]
    case 'server': return step.changes.length === 0 ? [] : [heading(`The server sets ${fields(step.changes)}`), ...differenceTable(step.changes)]
    case 'validation': return step.reasons.length === 0 ? [heading(review.trace === undefined ? 'The server validates the object' : 'The object is valid')]
      : [heading('The object is not valid', true), ...step.reasons.flatMap(reasonBlocks)]
    case 'plugin': return pluginBlocks(step)
  }
}

function usageBlocks({policy, differences}: QuotaStory): Block[] {
  const rows = differences.map(({resource, hard, usage: {before, after, change}}) =>
    [oneLine(resource), String(before), `${change.sign() > 0 ? '+' : ''}${change}`, String(after), String(hard)])
  return [textBlock(`${policyFile(policy)}:`), {head: ['Resource', 'Before', 'Change', 'After', 'Hard'], rows, depth: 1}]
}

const heading = (text: string, isBad = false): Block => ({heading: text, level: 2, isBad})

const fields = ({length}: readonly unknown[]): string => length === 0 ? 'no field' : counted(length, 'field')

function differenceTable(changes: readonly FieldDifference[]): Block[] {
  const isNew = changes.every(({from}) => from === undefined)
  const rows = changes.slice(0, maxRows).map(({field, from, to}) => [oneLine(field), ...isNew ? [] : [value(from)], value(to)])
  const left = changes.length - rows.length
  return [
    ...rows.length === 0 ? [] : [{head: isNew ? ['Field', 'Value'] : ['Field', 'From', 'To'], rows, depth: 1}],
    ...left === 0 ? [] : [textBlock(`and ${counted(left, 'more field')}: see -o json`, 1)],
  ]
}

function value(item: Json | undefined): string {
  if (item === undefined) return '-'
  const text = textOf(item)
  return text.length > longestValue ? `${text.slice(0, longestValue - 3)}...` : text
}

const textOf = (item: Json): string => oneLine(typeof item === 'string' && item !== '' && item === item.trim() ? item : goJson(item))

function pluginBlocks({plugin, changes, policies, rejection, isReached}: Extract<StoryStep, {readonly step: 'plugin'}>): Block[] {
  const statement = rejection === undefined ? changes.length > 0 ? `changes ${fields(changes)}` : 'admits the request' : 'denies the request'
  const would = rejection === undefined ? 'it would admit the request' : 'it would deny the request as well'
  return [
    heading(isReached ? `${plugin} ${statement}` : `${plugin} is not reached; ${would}`, rejection !== undefined),
    ...changeBlocks(changes),
    ...policies.flatMap(policyBlocks),
    ...rejection === undefined || policies.length > 0 ? [] : [badBlock(oneLine(rejection.message), 1)],
  ]
}

/** The longest value in a table of changes: a longer one gets its own line. */
const longestCell = 20

/** The changes of a plugin, grouped by the policy that asks for them. */
function changeBlocks(changes: readonly CausedChange[]): Block[] {
  const groups = groupBy(changes, ({policy}) => policy === undefined ? '' : policyFile(policy))
  return [...groups].flatMap(([title, group]) => {
    const texts = group.map((change) => ({...change, text: changeText(change)}))
    const short = texts.filter(({text}) => text.length <= longestCell)
    const rows = short.map(({field, text, policy}) => [oneLine(field), text, ...policy === undefined ? [] : [lineOf(policy)]])
    return [
      ...title === '' ? [] : [textBlock(`${title} sets:`)],
      ...rows.length === 0 ? [] : [{head: title === '' ? ['Field', 'Value'] : ['Field', 'Value', 'Line'], rows, depth: 1}],
      ...texts.filter((one) => !short.includes(one)).map(({field, text}) => textBlock(`${oneLine(field)}: ${text}`, 1)),
    ]
  })
}

const changeText = ({from, to}: CausedChange): string => `${from === undefined ? '' : `${textOf(plain(from))} -> `}${textOf(plain(to))}`

/** A value of a change as JSON: quantities are texts, and so are integers that a number cannot hold. */
const plain = (one: unknown): Json => JSON.parse(JSON.stringify(one ?? null, (_, value: unknown) => typeof value === 'bigint' ? String(value) : value)) as Json

function reasonBlocks({message, field, subject, place, hint}: Explanation): Block[] {
  const {path, line, column} = locationOf(place)
  return [
    badBlock(oneLine(message), 1),
    textBlock(`${field === '' ? '' : `${oneLine(subject === '' ? field : `${subject}, ${field}`)}, `}${oneLine(path)}:${line}:${column}`, 2),
    ...hint === undefined ? [] : [textBlock(`hint: ${oneLine(hint)}`, 2)],
  ]
}

function remedyBlocks(remedy: Remedy, i: number): Block[] {
  const {target: {kind, name}, isPolicy, edits, delayMilliseconds, isSmallest, isOneOfSeveral} = remedy
  if (delayMilliseconds !== undefined) return delayBlocks(remedy, delayMilliseconds)
  const what = isPolicy ? `A change of ${kind} ${oneLine(name)}` : `${isSmallest ? `The smallest change${isOneOfSeveral ? ' in the chosen field' : ''}` : 'A change'} of ${kind} ${oneLine(name)}`
  return [
    heading(`${i === 0 ? '' : 'Or: '}${what} that is admitted`),
    ...edits.map((edit) => textBlock(`${oneLine(edit.field)}: ${oneLine(editText(edit))}`, 1)),
    ...[...new Set(edits.flatMap(({caution = []}) => caution))].map((caution) => textBlock(caution, 1)),
    ...isOneOfSeveral ? [textBlock('Other containers could change instead: this one has the greatest amount.', 1)] : [],
    textBlock(isSmallest ? 'Verified: with it the server admits the object, and with one step less it does not.' : 'Verified: with it the server admits the object.', 1),
  ]
}

const delayBlocks = ({target: {kind, name}, isSmallest}: Remedy, milliseconds: number): Block[] => [
  heading(`${kind} ${oneLine(name)} is admitted if it is sent later`),
  textBlock(`send it ${milliseconds / 1000} s later`, 1),
  textBlock(`Verified: then the server admits it${isSmallest ? ', and one millisecond earlier it does not' : ''}. All other objects were sent as before.`, 1),
]

function editText({operation, from, to = ''}: FieldEdit): string {
  if (operation === 'remove') return `remove it${from === undefined ? '' : ` (now ${from})`}`
  return operation === 'rename' ? `rename it to ${to}` : `${from === undefined ? '' : `${from} -> `}${to}`
}
