import { appLimits } from '@dxx/contract/rules/constants'
import { sessionScope } from '../state/owner'
import { preloadResponse } from './query'
import { readCall } from './read-call'
import { answerKey, type CallInput, canSendCall, type GetName } from './use-call'
import type { PagedName } from './use-paged-call'

/** Sends a call whose response a page that is still loading will show. */
export function preloadCall<N extends GetName>(name: N, input: CallInput<N>): void {
  if (canSendCall(name, sessionScope()))
    preloadResponse(answerKey(name, input), (signal) => readCall(name, input, signal))
}

/** The same for the first page of a list without filters. */
export function preloadList(name: PagedName): void {
  const input = { pageSize: appLimits.pageSize, pageNo: appLimits.firstPage, from: 'first' } as CallInput<PagedName>
  if (canSendCall(name, sessionScope()))
    preloadResponse([sessionScope(), name, {}, 'pages'], async (signal) => [await readCall(name, input, signal)])
}
