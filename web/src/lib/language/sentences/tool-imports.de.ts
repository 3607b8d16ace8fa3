// Instructions for the keys of other tools, by the English of their manifests. Their menus keep their English names.
export default {
  'In Apollo: Settings, Integrations, API, API Keys. Create a master key.':
    'In Apollo: Settings, Integrations, API, API Keys. Erstellen Sie einen Master Key.',
  'In HeyReach: Integrations, HeyReach API, New API key.': 'In HeyReach: Integrations, HeyReach API, New API key.',
  'In Instantly: Settings, Integrations, API Keys. Create a v2 key with the scope all:read.':
    'In Instantly: Settings, Integrations, API Keys. Erstellen Sie einen v2-Schlüssel mit dem Scope all:read.',
  'In lemlist: Settings, Integrations, API. Create a key.':
    'In lemlist: Settings, Integrations, API. Erstellen Sie einen Schlüssel.',
  'In Smartlead: Settings, API Keys, Generate New API Key.': 'In Smartlead: Settings, API Keys, Generate New API Key.',
};
