// Writes sbom.cdx.json, the bill of materials of the package (CycloneDX), from the lock file: all that runs, bundled or installed.
// npm runs it before it packs. The same lock file gives the same bytes: the serial number and the time that npm adds are left out.
import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const {name, packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const npm = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const bill = JSON.parse(execFileSync('npm', npm, {encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32'}))

// `npm sbom --omit dev` leaves out packages that only other packages bring (npm 11), so what is for development is removed here.
const runs = new Set(Object.entries(packages).filter(([, {dev}]) => dev !== true)
  .map(([path, {version}]) => `${path.replace(/^.*node_modules\//, '') || name}@${version}`))
const isRun = (reference) => runs.has(reference)

delete bill.serialNumber
delete bill.metadata.timestamp
// npm names the package after the folder of the clone.
bill.metadata.component.name = name
bill.components = bill.components.filter((component) => isRun(component['bom-ref']))
bill.dependencies = bill.dependencies.filter(({ref}) => isRun(ref)).map(({ref, dependsOn}) => ({ref, dependsOn: dependsOn.filter(isRun)}))
writeFileSync('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`)
