import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log-type'
import { createOutboundFetch, type OutboundRules } from '../../base/outbound-fetch'
import type { Campus } from './campus'
import { casClient } from './cas'
import { oidcClient } from './oidc'

/** Client for the login servers of all schools; the settings of each call choose the protocol. */
export function createCampus(rules: OutboundRules, clock: Clock, log: Log): Campus {
  const request = createOutboundFetch(rules)
  const clients = {
    cas: casClient(request, log),
    oidc: oidcClient({ request, clock, log, allowHttp: rules.allowHttp }),
  }
  return {
    loginUrl: (settings, started) => clients[settings.kind].loginUrl(settings, started),
    person: (settings, started, returned) => clients[settings.kind].person(settings, started, returned),
    check: (settings) => clients[settings.kind].check(settings),
  }
}
