/** What the accounts service's error codes mean to a person, and what to do next. For other codes the service's own message is shown. */
const sentencesOfCodes: Record<string, string> = {
  mfa_verification_failed: 'That code is not right, or it was used already. Please type the newest one.',
  mfa_challenge_expired: 'That took a little long. Please try once more.',
  mfa_challenge_already_used: 'That was tried already. Please try once more.',
  mfa_ip_address_mismatch: 'Your connection changed in between. Please try once more.',
  mfa_recovery_codes_locked: 'That were many wrong codes. Please wait an hour, or use another way.',
  mfa_factor_name_conflict: 'You have something of this name already. Please choose another name.',
  mfa_factor_not_found: 'This is no longer part of your account. Please reload the page.',
  too_many_enrolled_mfa_factors: 'This is as many as one account can have. Please remove one first.',
  mfa_totp_enroll_not_enabled: 'Authenticator apps are switched off on this Kinora.',
  mfa_phone_enroll_not_enabled: 'Codes by text message are switched off on this Kinora.',
  mfa_phone_verify_not_enabled:
    'Codes by text message are switched off on this Kinora. Please use another way.',
  mfa_verified_factor_exists: 'This phone is part of your account already.',
  over_sms_send_rate_limit: 'A message was sent a moment ago. Please wait a minute, then ask for another.',
  sms_send_failed: 'This Kinora cannot send text messages now. Please use another way.',
  mfa_webauthn_enroll_not_enabled: 'Security keys are switched off on this Kinora.',
  mfa_recovery_codes_enroll_not_enabled: 'Recovery codes are switched off on this Kinora.',
  insufficient_aal: 'Please confirm first with your second factor that it is you.',
  over_request_rate_limit: 'That were many tries in a short time. Please wait a few minutes.',
  current_password_invalid: 'Your current password is not right.',
  current_password_required: 'Please type your current password too.',
  same_password: 'This is your password already. Please choose another one.',
  reauthentication_not_valid: 'That code is not right, or it is too old. Please ask for a new one.',
  email_exists: 'Another account has this address already.',
  session_not_found: 'You have been signed out. Please log in again; what you have saved is safe.',
  manual_linking_disabled: 'Linking is switched off on this Kinora.',
  single_identity_not_deletable: 'This is your only way in. Please add another one first.',
  identity_already_exists: 'This belongs to another account on this Kinora already.',
  otp_expired: 'This link has been used already, or it is too old.',
  access_denied: 'You did not finish there, so nothing has changed.',
  bad_oauth_state: 'This way in was started elsewhere or too long ago. Please start again.',
  bad_oauth_callback: 'The answer that came back was not complete. Please start again.',
  bad_code_verifier: 'This way in was started in another browser. Please start again here.',
  flow_state_not_found: 'This way in has been used already. Please start again.',
  flow_state_expired: 'That took a little long. Please start again.',
  flow_state_already_used: 'This way in has been used already. Please start again.',
  provider_email_needs_verification:
    'They have not confirmed your address yet. Please confirm it there, then start again.',
  provider_disabled: 'This way in is switched off on this Kinora.',
  oauth_provider_not_supported: 'This way in is switched off on this Kinora.',
  signup_disabled: 'New accounts are closed on this Kinora. Please ask the person who looks after it.',
  user_banned: 'This account has been closed. Please ask the person who looks after this Kinora.',
  unexpected_failure: 'Something went wrong on our side or theirs. Please try again in a moment.',
}

/** The browser's own errors when a security key or passkey is used, by the error's name. */
const sentencesOfKeys: Record<string, string> = {
  NotAllowedError: 'Nothing was confirmed: it was cancelled, or it took too long.',
  AbortError: 'Nothing was confirmed: it was cancelled, or it took too long.',
  InvalidStateError: 'This key is part of your account already.',
  NotSupportedError: 'This key cannot be used here. Please try another one.',
  SecurityError: 'Security keys work only at this Kinora’s own secure address.',
}

/** The sentence for an error code of the accounts service, or undefined when there is none. */
export function sentenceOfAuthCode(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(sentencesOfCodes, code) ? sentencesOfCodes[code] : undefined
}

/** The sentence for a browser's error about a security key or passkey, or undefined when there is none. */
export function sentenceOfKeyError(name: string): string | undefined {
  return Object.hasOwn(sentencesOfKeys, name) ? sentencesOfKeys[name] : undefined
}
