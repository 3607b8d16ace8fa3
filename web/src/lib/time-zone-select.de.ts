// Written by a model and checked by translating it back.
export default { nothing_found: 'Keine Zeitzone gefunden' };
