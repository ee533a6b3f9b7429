// Runs src/cli/log-worker.ts in threads of tests and of kadm from source. The build bundles it instead.
import {register} from 'tsx/esm/api'

register()
await import('../src/cli/log-worker.ts')
