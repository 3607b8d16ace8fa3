export { completeBranding } from './brand.rules.ts';
export { type Brand, brandMailPurpose, getBrandOfHost, getOrganizationBrand, ownFace } from './brand.service.ts';
export { changeBranding, isOfBrand } from './brand.store.ts';
export { sendBrandedMail } from './brand-mail.service.ts';
export { sendBrandPage } from './brand-page.service.ts';
export { findFileLanguage, findMailLanguage, sayInDocument } from './mail-language.service.ts';
export { languageOfOrganization } from './mail-language.store.ts';
export { sendMailOnce } from './mail-once.service.ts';
