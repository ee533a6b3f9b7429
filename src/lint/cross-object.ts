import {admissionPlugins} from '../admission/plugins/index.js'
import type {AddedField, CheckedServer, PolicyCheck, PolicyFinding} from '../admission/policy-check.js'
import type {PolicyPlace} from '../admission/explanation.js'
import type {WorkLimit} from '../cluster/work-limit.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {namespace as namespaceKind} from '../kinds/namespace/index.js'
import {append} from '../machinery/collections/append.js'
import {groupBy} from '../machinery/collections/group-by.js'
import {compareText} from '../machinery/go/text.js'
import {addFields} from '../manifests/add-fields.js'
import {isInSource} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import type {NamespaceChoice} from '../manifests/namespace.js'
import {plainUnit, type Unit} from '../repository/units.js'
import type {Edit} from '../source/edit.js'
import type {SourceFile} from '../source/source-file.js'
import {alternatives, directoryOf, type ObjectSet} from './alternatives.js'
import type {CheckedObject} from './check-manifest.js'
import {configuredPlaces} from './checked-server.js'
import {commentsAt} from './comments.js'
import type {Diagnostic, Place, Severity} from './diagnostic.js'
import {firstFindings} from './finding-limit.js'
import {LazyObject} from './lazy-object.js'
import {placeOf} from './place.js'
import {policyChecks} from './policies/index.js'
import {CleanPolicies} from './policies/clean-policies.js'
import {mayHavePodSecurityLabels} from './policies/pod-security/labels.js'
import {UndeclaredNamespaces} from './policies/undeclared-namespace.js'
import {type IsKustomized, References} from './references/references.js'

/** The checks across objects: those of the plugins, and those between policies of two plugins. */
const crossObjectChecks: readonly PolicyCheck[] = [...admissionPlugins.flatMap(({checks = []}) => checks), ...policyChecks]

const policyKinds: ReadonlySet<AnyKind> = new Set(crossObjectChecks.flatMap(({kinds}) => kinds))

const namespaceSteps = ['metadata', 'namespace']

const subjectKinds: ReadonlySet<AnyKind> = new Set(crossObjectChecks.flatMap(({subjects}) => subjects?.kinds ?? []))

/** Runs the checks across the objects of a run, after those of single objects. Keeps only objects that a check needs. */
export class CrossObjectLint {
  private readonly units = new Map<string, UnitObjects>()
  private readonly undeclared = new UndeclaredNamespaces()

  private readonly references: References

  /**
   * @param choice the namespace of objects without one
   * @param isKustomized returns true for files to whose objects a kustomization may add labels
   * @param server the server for which objects are checked
   * @param work limits the simulations of all checks of the run
   */
  constructor(readonly choice: NamespaceChoice, isKustomized: IsKustomized, readonly server: CheckedServer, readonly work: WorkLimit) {
    this.references = new References(isKustomized)
  }

  /**
   * Adds an object that the server accepts.
   *
   * @param entry the index of the object in its file
   * @param units the units that deploy it; an object without units is not checked together with others
   */
  add(checked: CheckedObject, entry: number, units: readonly Unit[] = [plainUnit]): void {
    const {object, definition, manifest} = checked
    this.undeclared.visit(checked)
    this.references.add(checked, entry)
    const isOfCluster = isNamespace(definition)
    const isPolicy = isOfCluster ? mayHavePodSecurityLabels(object) : policyKinds.has(definition)
    if (!isPolicy && !isSubject(object, definition)) return
    for (const {id, namespace: all, defaultNamespace} of units) {
      const namespace = all ?? (isOfCluster || defaultNamespace === undefined || isInSource(manifest.node, namespaceSteps) ? undefined : defaultNamespace)
      const lazy = new LazyObject(checked, entry, namespace)
      const {namespaces, policies, subjects} = this.objectsOf(id)
      if (isOfCluster) namespaces.push(lazy)
      else if (isPolicy) policies.push(lazy)
      else subjects.push(lazy)
      if (isPolicy && all === undefined) this.undeclared.add(lazy, manifest)
    }
  }

  private objectsOf(unit: string): UnitObjects {
    let objects = this.units.get(unit)
    if (objects === undefined) this.units.set(unit, objects = {namespaces: [], policies: [], subjects: []})
    return objects
  }

  /** Adds an object that the server rejects, or a file that cannot be read. */
  addUnclear(file: SourceFile, manifest?: Manifest): void {
    this.references.addUnclear(file, manifest)
  }

  /**
   * Runs the checks.
   *
   * @throws TooMuchWorkError if they take too many requests to a simulated API server
   */
  diagnostics(): Diagnostic[] {
    const coversUndeclared = crossObjectChecks.some((check) => check.coversUndeclared?.(this.server) === true)
    const sets = distinctUnits([...this.units.values()]).flatMap((unit) => setsIn(unit, coversUndeclared))
    const clean = new CleanPolicies()
    const found = sets.flatMap((set, i) => {
      this.work.at(`after the objects of ${i} of ${sets.length} namespaces`)
      return checkSet(set, this, clean)
    })
    return [...found, ...this.undeclared.diagnostics(), ...this.references.diagnostics()]
  }
}

/** The objects of one unit of deployment that checks need. */
interface UnitObjects {
  /** Namespaces with labels for Pod Security, apart from policies: two declarations of a namespace do not mean that there are two of each policy. */
  readonly namespaces: LazyObject[]
  readonly policies: LazyObject[]
  readonly subjects: LazyObject[]
}

/**
 * Returns the objects of a unit that are checked together.
 *
 * @param coversUndeclared True to also return the subjects of namespaces that no Namespace declares
 */
function setsIn(unit: UnitObjects, coversUndeclared: boolean): CheckedSet[] {
  const subjects = groupBy(unit.subjects, namespaceOf)
  const declared = groupBy(unit.namespaces, namespaceOf)
  return [
    ...[...groupBy(unit.policies, namespaceOf)].flatMap(([namespace, policies]) => alternatives(policies, subjects.get(namespace) ?? [])
      .map((set) => ({...set, declared: declarationFor(set, declared.get(namespace))}))),
    ...[...declared].flatMap(([namespace, namespaces]) => alternatives(namespaces, subjects.get(namespace) ?? [])),
    ...coversUndeclared ? [...subjects].flatMap(([namespace, all]) => declared.has(namespace) ? [] : [{policies: [], subjects: all}]) : [],
  ]
}

interface CheckedSet extends ObjectSet {
  /** The manifest of the namespace of the objects, if it is known. */
  readonly declared?: LazyObject | undefined
}

/** Returns the Namespace of a set: the only one, or that in a directory of its policies. */
function declarationFor({policies}: ObjectSet, namespaces: readonly LazyObject[] = []): LazyObject | undefined {
  if (namespaces.length < 2) return namespaces[0]
  const directories = new Set(policies.map(directoryOf))
  return namespaces.find((declared) => directories.has(directoryOf(declared)))
}

/** Removes units with the same objects: many overlays add none to those of their base. */
function distinctUnits(units: readonly UnitObjects[]): readonly UnitObjects[] {
  if (units.length < 2) return units
  return [...new Map(units.map((unit) => [[...unit.namespaces, ...unit.policies, ...unit.subjects].map(({place}) => place).join('\n'), unit])).values()]
}

/** Returns true if a check compares the object with policies. */
const isSubject = (object: KubeObject, definition: AnyKind): boolean =>
  subjectKinds.has(definition) && crossObjectChecks.some((check) => isSubjectOf(check, object, definition))

const isSubjectOf = ({subjects}: PolicyCheck, object: KubeObject, definition: AnyKind): boolean =>
  subjects?.kinds.includes(definition) === true && subjects.concern(object)

const isNamespace = (definition: AnyKind): boolean => definition === namespaceKind as AnyKind

/** Returns the namespace of an object; the name of a Namespace, unless a kustomization renames it. */
const namespaceOf = ({object: {metadata: {namespace, name}}, definition}: LazyObject): string => namespace ?? (isNamespace(definition) ? name : undefined) ?? ''

/** The settings of a run that checks read. */
interface RunSettings {
  readonly choice: NamespaceChoice
  readonly server: CheckedServer
  readonly work: WorkLimit
}

/** Runs the checks of a set. Skips checks of policies only, where equal policies had no findings. */
function checkSet({policies, subjects, declared}: CheckedSet, settings: RunSettings, clean: CleanPolicies): Diagnostic[] {
  const sorted = {policies: sortedByName(policies), subjects: sortedByName(subjects), declared}
  const cleanChecks = clean.checksFor(sorted.policies)
  const found: Diagnostic[] = []
  for (const check of crossObjectChecks) {
    if (cleanChecks.has(check) || !isFor(check, sorted, settings.server)) continue
    const objects = objectsFor(check, sorted)
    const inFiles = new ObjectsInFiles(objects)
    const diagnostics = run(check, objects, inFiles, settings)
    if (check.subjects === undefined && diagnostics.length === 0 && !inFiles.isAsked) cleanChecks.add(check)
    append(found, diagnostics)
  }
  return found
}

const sortedByName = (objects: readonly LazyObject[]): readonly LazyObject[] =>
  objects.length < 2 ? objects : objects.toSorted((a, b) => compareText(nameOf(a), nameOf(b)))

const nameOf = ({object: {apiVersion, metadata: {name = ''}}}: LazyObject): string => `${name} ${apiVersion}`

/** False for a check without objects of its first kind, or without subjects. */
const isFor = (check: PolicyCheck, {policies, subjects}: ObjectSet, server: CheckedServer): boolean =>
  (policies.length === 0 ? check.coversUndeclared?.(server) === true : policies.some(({definition}) => definition === check.kinds[0]))
  && (check.subjects === undefined || subjects.some(({object, definition}) => isSubjectOf(check, object, definition)))

/** The objects that a check reads, in the order of its kinds. */
function objectsFor(check: PolicyCheck, {policies, subjects, declared}: CheckedSet): LazyObject[] {
  const objects: LazyObject[] = []
  for (const kind of check.kinds) append(objects, policies.filter(({definition}) => definition === kind))
  if (declared !== undefined && check.kinds.includes(declared.definition)) objects.push(declared)
  for (const kind of check.subjects?.kinds ?? []) {
    append(objects, subjects.filter(({object, definition}) => definition === kind && isSubjectOf(check, object, definition)))
  }
  return objects
}

function run(check: PolicyCheck, lazy: readonly LazyObject[], inFiles: ObjectsInFiles, settings: RunSettings): Diagnostic[] {
  const findings = check.check(lazy.map(({object}) => object), {
    commentsAt: ({policy, field}) => {
      const {manifest} = inFiles.of(policy) ?? {}
      return manifest === undefined ? [] : commentsAt(manifest, field.steps())
    },
    isInSource: ({policy, field}) => {
      const {manifest} = inFiles.of(policy) ?? {}
      return manifest !== undefined && isInSource(manifest.node, field.steps())
    },
    server: settings.server,
    spend: (requests) => settings.work.spend(requests),
  })
  return firstFindings(findings, ({message}) => message).flatMap((finding) => diagnosticOf(finding, inFiles, settings))
}

/** Finds the manifests of objects, lazily: most runs have no findings that need them. */
class ObjectsInFiles {
  private byObject: ReadonlyMap<KubeObject, LazyObject> | undefined

  constructor(private readonly all: readonly LazyObject[]) {}

  /** True if the manifest of any object was asked for. */
  get isAsked(): boolean {
    return this.byObject !== undefined
  }

  of(object: KubeObject): LazyObject | undefined {
    this.byObject ??= new Map(this.all.map((each) => [each.object, each]))
    return this.byObject.get(object)
  }
}

function diagnosticOf(finding: PolicyFinding, objects: ObjectsInFiles, {choice, server}: RunSettings): Diagnostic[] {
  const {policy, field, ruleId, message, hint, related, configuredBy, added} = finding
  const placeIn = (at: PolicyPlace): Place[] => {
    const inFiles = objects.of(at.policy)
    return inFiles === undefined ? [] : [placeOf(inFiles.manifest, at.field, inFiles.definition)]
  }
  const {apiVersion, kind, metadata: {namespace, name = ''}} = policy
  const involved = [finding, ...related].flatMap((at) => objects.of(at.policy) ?? [])
  const severity = severityOf(finding, involved, choice)
  const fix = added === undefined || severity !== 'error' ? undefined : additionOf(objects.of(policy), added)
  return placeIn(finding).map((at) => ({
    ruleId, severity, message, ...fix && {fix}, ...hint !== undefined && {hint}, field: String(field), ...at,
    object: {apiVersion, kind, ...namespace !== undefined && {namespace}, name},
    related: [
      ...related.flatMap((other) => placeIn(other).map((place) => ({...place, message: other.message}))),
      ...configuredBy === undefined ? [] : configuredPlaces(server, configuredBy),
    ],
  }))
}

const additionOf = (inFiles: LazyObject | undefined, added: readonly AddedField[]): Edit | undefined =>
  inFiles && addFields(inFiles.file, inFiles.manifest.node, added.map(({field, value}) => ({steps: field.steps(), value})))

/**
 * Returns the severity of a finding. Objects that the server accepts one by one are an error only if several conflict. Objects
 * without a namespace in different directories may be for different namespaces: their conflict is only a warning.
 */
function severityOf({severity, isErrorByItself = false}: PolicyFinding, involved: readonly LazyObject[], {isGiven}: NamespaceChoice): Severity {
  if (severity !== 'error') return severity
  const namesNamespace = ({definition, manifest: {node}}: LazyObject): boolean => isNamespace(definition) || isInSource(node, namespaceSteps)
  const isTogether = isGiven || involved.every(namesNamespace) || new Set(involved.map(directoryOf)).size === 1
  return (isErrorByItself || new Set(involved).size > 1) && isTogether ? 'error' : 'warning'
}
