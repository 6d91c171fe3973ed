import { createAi } from './adapters/ai/ai'
import { createRunner } from './adapters/runner/create'
import { createSms } from './adapters/sms/sms'
import { createWechat } from './adapters/wechat/wechat'
import type { Environment } from './context'
import { CodeQueue } from './modules/runcode/public'

/** Puts the adapters that the configuration chooses beside what is already open. None of them connects before it is used. */
export function createEnvironment(open: Pick<Environment, 'config' | 'db' | 'clock' | 'log'>): Environment {
  const { config, db, clock, log } = open
  return {
    ...open,
    sms: createSms(config, clock),
    wechat: createWechat(config, db, clock, log),
    ai: createAi(config.ai),
    code: new CodeQueue(createRunner(config, log)),
  }
}
