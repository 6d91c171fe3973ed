import { createAi, createEmbeddings, createReranker } from './adapters/ai/create'
import { createCampus } from './adapters/campus/create'
import { createLti } from './adapters/lti/create'
import { createPayments, type PaymentOptions } from './adapters/payment/create'
import { createRunner } from './adapters/runner/create'
import { CodeQueue } from './adapters/runner/queue'
import { guardAi, guardPayments, guardSms } from './adapters/service-errors/breakers'
import { ServiceErrors } from './adapters/service-errors/service-errors'
import { watchAi, watchPayments, watchSms } from './adapters/service-errors/watch'
import { createSms } from './adapters/sms/create'
import { createStorage } from './adapters/storage/create'
import { createWechat } from './adapters/wechat/create'
import { createXapi } from './adapters/xapi/xapi'
import type { Config } from './config'
import type { Environment, SampleLogin } from './context'

export const paymentOptions = ({ payment, publicUrl, wechat, secret }: Config): PaymentOptions => ({
  settings: payment,
  publicUrl,
  mpAppId: wechat.mp.appId,
  secret,
})

/** Creates the configured adapters. None of them connects before its first use. */
export function createEnvironment(
  open: Pick<Environment, 'config' | 'db' | 'clock' | 'log'> & { replicas?: Environment['replicas'] },
  sampleLogins: readonly SampleLogin[] = [],
): Environment {
  const { config, db, clock, log } = open
  const serviceErrors = new ServiceErrors(clock)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  return {
    ...open,
    replicas: open.replicas ?? null,
    serviceErrors,
    sms: watchSms(
      guardSms(createSms(config.sms, clock, config.env === 'development' ? print : () => {})),
      serviceErrors,
    ),
    wechat: createWechat(config.wechat, db, clock, log),
    campus: createCampus(config.outbound, clock, log),
    lti: createLti(config.outbound, clock),
    xapi: createXapi(config.outbound),
    payments: watchPayments(guardPayments(createPayments(paymentOptions(config), db, clock)), serviceErrors),
    storage: createStorage(config.storage, config),
    ai: watchAi(guardAi(createAi(config.ai)), serviceErrors),
    embeddings: createEmbeddings(config.ai),
    reranker: createReranker(config.ai),
    code: new CodeQueue(createRunner(config, log)),
    sampleLogins,
  }
}
