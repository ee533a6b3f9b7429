import {ApiClient} from './api-client.js'

/** Cases that are recorded at the same time. */
export const workers = 4

/** The server that `KADM_ORACLE` and `KADM_ORACLE_TOKEN` name, as up.sh prints them; undefined without. */
export function serverOf({KADM_ORACLE: server, KADM_ORACLE_TOKEN: token}: NodeJS.ProcessEnv): ApiClient | undefined {
  return server === undefined || token === undefined ? undefined : new ApiClient(server, token)
}
