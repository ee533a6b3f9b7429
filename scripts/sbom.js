// Writes sbom.cdx.json, the bill of materials of the package (CycloneDX), from the lock file: all runtime packages, bundled or installed.
// npm runs it before it packs. The output is reproducible: it omits npm's serial number and timestamp.
import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const {name, packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const npm = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const bill = JSON.parse(execFileSync('npm', npm, {encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32'}))

// `npm sbom --omit dev` also omits transitive runtime packages (npm 11), so development packages are removed here.
const runs = new Set(Object.entries(packages).filter(([, {dev}]) => dev !== true)
  .map(([path, {version}]) => `${path.replace(/^.*node_modules\//, '') || name}@${version}`))
const isRun = (reference) => runs.has(reference)

delete bill.serialNumber
delete bill.metadata.timestamp
// npm uses the name of the clone's folder.
bill.metadata.component.name = name
bill.components = bill.components.filter((component) => isRun(component['bom-ref']))
bill.dependencies = bill.dependencies.filter(({ref}) => isRun(ref)).map(({ref, dependsOn}) => ({ref, dependsOn: dependsOn.filter(isRun)}))
writeFileSync('sbom.cdx.json', `${JSON.stringify(bill)}\n`)
