// Runs src/cli/log-worker.ts in threads of tests and of kadm from source. The build replaces it with a bundled script.
import {register} from 'tsx/esm/api'

register()
await import('../src/cli/log-worker.ts')
