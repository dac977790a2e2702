/** Headlines whose pages stand in, and ordinary articles as title, description and text, two paragraphs with a line between. */

export const STAND_IN_TITLES = {
  sv: [
    'Torvmossen vid Kvarnsjö fredas för tranornas skull',
    'Hammarlunds damer vann derbyt efter straffar',
    'Bensinskatten höjs med en krona i vår',
    'Ny färja ska trafikera Ramnösundet',
    'Bagaren i Ekeby tar emot guldmedalj',
    'Sjukhuset i Norrdala stänger förlossningen',
    'Polisen söker vittnen till rånet på Storgatan',
    'Universitetet lägger ner kursen i sanskrit',
    'Vargflocken i Finnskogen har fått valpar',
    'Orkestern spelar Bruckner i stadsparken',
    'Kommunen köper tillbaka gamla tingshuset',
    'Elpriset sjunker inför den varma helgen',
    'Skidanläggningen i Tallåsen går i konkurs',
    'Forskare hittade okänd svamp i källaren',
    'Tunnelbanan får tjugo nya vagnar',
    'Dansk regissör prisas för sin dokumentär',
    'Laxen är tillbaka i Mörrån efter rensningen',
    'Riksbanken lämnar räntan oförändrad',
    'Fyrvaktaren Ingrid fyller hundra år',
    'Brand i sågverket släcktes före gryningen',
  ],
  en: [
    'Chess club in Dunmoor plays through the night',
    'Rowers from Castleford sink in the final',
    'Grocer sells pineapple by the slice',
    'Volcano on Skerra has begun to smoke',
    'Violin found in an attic fetches a fortune',
    'Dentists warn of shortage in the valleys',
    'Cheese rolling ends with a broken ankle',
    'Planetarium to show comets for free',
    'Bees take over a chapel in Wetherby',
    'Tram drivers walk out over new rota',
    'Beekeeper elected mayor of Pennow',
    'Glacier above Stuben is covered with cloth',
    'Rugby captain retires after concussion',
    'Zoo welcomes a pair of red pandas',
    'Quarry at Slaithe floods overnight',
    'Publisher recalls a cookbook with toxic mushrooms',
    'Satellite built by pupils reaches orbit',
    'Mill wheel turns again at Ambley',
    'Tailor stitches a flag for the parliament',
    'Otters return to a canal in Leedon',
  ],
}

export type OrdinaryText = readonly [title: string, description: string, body: string]

export const ORDINARY: Record<'sv' | 'en', readonly OrdinaryText[]> = {
  sv: [
    [
      'Vindkraftparken utanför Gräsö får tillstånd',
      'Mark- och miljödomstolen ger klartecken till trettio verk utanför Gräsö.',
      'Mark- och miljödomstolen ger klartecken till vindkraftparken utanför Gräsö. Trettio verk får byggas, och de ska stå klara om fyra år. Länsstyrelsen hade sagt nej eftersom sjöfåglar rastar på grunden.\nDomstolen kräver att verken stannas under tio nätter varje höst. Fiskarna i Öregrund har redan sagt att de tänker överklaga, men bolaget räknar med att vinna även nästa gång.',
    ],
    [
      'Biblioteket i Lerbäck öppnar dygnet runt',
      'Låntagare släpper in sig själva.',
      'Från första mars kan den som har lånekort gå in på biblioteket i Lerbäck när som helst på dygnet. Personalen finns där på dagarna som förut, men resten av tiden sköter låntagarna sig själva.\nEtt halvår på prov ska visa om besöken blir fler. I Hedvik, som började i fjol, kom dubbelt så många unga som tidigare, och bara en enda bok försvann.',
    ],
    [
      'Kexfabriken i Sävby anställer fyrtio personer',
      'Kexfabriken i Sävby bygger ut och söker bagare, elektriker och chaufförer.',
      'Kexfabriken i Sävby bygger ut med en tredje linje och anställer fyrtio personer. De flesta tjänsterna är för bagare, men elektriker och chaufförer behövs också. Beställningarna från Norge har fördubblats på två år.\nVd:n Maja Brolin säger att utbyggnaden kostar sextio miljoner och betalas med egna pengar. De första kexen från den nya linjen ska packas efter semestern.',
    ],
    [
      'Direkt: Stormen Rut drar in över kusten',
      'Följ stormen Rut minut för minut.',
      'Klockan nio: Stormen Rut når kusten vid Hallö med vindar på trettio meter i sekunden, och färjorna ställs in. Klockan åtta: Räddningstjänsten i Smögen varnar för lösa plåtar och ber folk att stanna inne.\nKlockan sju: Skolorna i Sotenäs håller stängt i dag, säger rektorn. Klockan sex: Rut väntas nå land före lunch och dra vidare mot Dalsland under kvällen.',
    ],
    [
      'Lada brann ned i Högby',
      'En lada brann ned till grunden i Högby under natten.',
      'En lada brann ned till grunden i Högby under natten. Ingen människa kom till skada, och korna hann släppas ut av ägaren, som vaknade av röken.',
    ],
    [
      'Lastbil körde av vägen vid Tybble',
      'En lastbil med grus körde av vägen vid Tybble.',
      'En lastbil med grus körde av vägen vid Tybble på tisdagen. Föraren klarade sig med blåmärken, men vägen var avstängd i tre timmar medan gruset skyfflades bort.',
    ],
    [
      'Simhallen i Vretstad får bastu på taket',
      'Badare ska kunna se ut över ån.',
      'När simhallen i Vretstad byggs om flyttar bastun upp på taket. Därifrån ska badarna kunna se ut över ån och domkyrkan, har kommunens arkitekt ritat. Vinterbadarna jublar.\nOmbygget börjar i augusti och tar ett år. Under tiden får skolorna simma i Kumla, dit bussar ska gå varje timme, och pensionärernas vattengympa flyttar till en skolbassäng.',
    ],
    [
      'Rederiet Nordvåg beställer två elfärjor',
      'Rederiet Nordvåg beställer två elfärjor från varvet i Åbo.',
      'Rederiet Nordvåg beställer två elfärjor från varvet i Åbo. Var och en tar hundra bilar och laddas på åtta minuter medan passagerarna går av. Affären är värd en och en halv miljard.\nFärjorna ska gå mellan Nynäs och Gotska viken från och med nästa höst. Rederiets chef Olof Stenmark säger att biljetterna inte blir dyrare för den skull.',
    ],
    [
      'Direkt: Rättegången om konstkuppen',
      'Följ rättegången om konstkuppen i Lindsby.',
      'Klockan elva: Åklagaren visar filmen från museet i Lindsby, där två personer lyfter ned tavlan och går. Klockan tio: Den åtalade konservatorn nekar och säger att konstkuppen var ett skämt.\nKlockan nio: Rättegången börjar i en fullsatt sal, och målsägandens ombud begär fyra miljoner i skadestånd. Domen väntas om två veckor.',
    ],
    [
      'Älg räddades ur brunn i Mosås',
      'En älgko räddades ur en brunn i Mosås.',
      'En älgko räddades ur en brunn i Mosås på morgonen. Brandmän och två bönder lyfte upp djuret med en traktor, och älgen lunkade strax därpå in i skogen.',
    ],
    [
      'Cyklist påkörd i rondellen vid Brickebacken',
      'En cyklist blev påkörd i rondellen vid Brickebacken.',
      'En cyklist i fyrtioårsåldern blev påkörd i rondellen vid Brickebacken strax efter åtta. Hon fördes till sjukhus med en bruten arm, och bilens förare misstänks för vårdslöshet.',
    ],
  ],
  en: [
    [
      'Wind farm off Grassholm is given its permit',
      'The environmental court allows thirty turbines off Grassholm.',
      'The environmental court allows the wind farm off Grassholm. Thirty turbines may be built, and they are to be finished in four years. The county had refused because seabirds rest on the shallows.\nThe court requires that the turbines stand still for ten nights each autumn. Fishermen in the harbour have said that they mean to appeal, but the company expects to win the next round as well.',
    ],
    [
      'Clayford library to open around the clock',
      'Borrowers let themselves in.',
      'From the first of March anybody with a card may enter the library in Clayford at any hour. Librarians are there by day as before, but for the rest of the time borrowers look after themselves.\nHalf a year of trial is to show whether visits grow. In Heathwick, where it began last year, twice as many young people came as before, and a single book disappeared.',
    ],
    [
      'Biscuit factory in Seaby hires forty people',
      'The biscuit factory in Seaby expands and looks for bakers, electricians and drivers.',
      'The biscuit factory in Seaby adds a third line and hires forty people. Most of the posts are for bakers, but electricians and drivers are wanted as well. Orders from Norway have doubled in two years.\nIts head Maya Brolin says that the expansion costs six million and is paid for with its own money. The first biscuits of the new line will be packed after the summer.',
    ],
    [
      'Live: Storm Ruth reaches the coast',
      'Follow storm Ruth minute by minute.',
      'Nine o’clock: Storm Ruth reaches the coast at Hallow with winds of thirty metres a second, and ferries are cancelled. Eight o’clock: The rescue service in Smugby warns of loose roofing and asks people to stay indoors.\nSeven o’clock: Schools in Sotham stay closed today, the head teacher says. Six o’clock: Ruth is expected on land before noon and will move on to the dales in the evening.',
    ],
    [
      'Barn burns down in Highby',
      'A barn burned to the ground in Highby during the night.',
      'A barn burned to the ground in Highby during the night. No person was hurt, and the cows were let out in time by the owner, whom the smoke had woken.',
    ],
    [
      'Lorry leaves the road at Tibble',
      'A lorry loaded with gravel left the road at Tibble.',
      'A lorry loaded with gravel left the road at Tibble on Tuesday. The driver escaped with bruises, but the road was shut for three hours while the gravel was shovelled away.',
    ],
    [
      'Wraystead swimming hall gets a sauna on its roof',
      'Bathers will look out over the river.',
      'When the swimming hall in Wraystead is rebuilt the sauna moves up to the roof. From there bathers will look out over the river and the cathedral, as the council’s architect has drawn it. Winter swimmers rejoice.\nThe work begins in August and lasts a year. Meanwhile schools swim in Combley, where a bus will go every hour, and the pensioners’ water gymnastics moves to a school pool.',
    ],
    [
      'Northwave shipping line orders two electric ferries',
      'The Northwave shipping line orders two electric ferries from a yard in Turku.',
      'The Northwave shipping line orders two electric ferries from a yard in Turku. Each takes a hundred cars and charges in eight minutes while its passengers leave. The deal is worth one and a half billion.\nThe ferries will run between Nyness and the Gothic bay from next autumn on. The line’s director Olaf Stoneham says that tickets will not cost more because of it.',
    ],
    [
      'Live: The trial over the art heist',
      'Follow the trial over the art heist in Lindby.',
      'Eleven o’clock: The prosecutor shows the film from the museum in Lindby, where two people take the painting down and walk away. Ten o’clock: The accused conservator pleads not guilty and says that the art heist was a joke.\nNine o’clock: The trial begins in a crowded room, and counsel for the museum asks for four million in damages. The verdict is expected in two weeks.',
    ],
    [
      'Elk rescued from a well in Mossage',
      'A cow elk was rescued from a well in Mossage.',
      'A cow elk was rescued from a well in Mossage in the morning. Firemen and two farmers lifted the animal with a tractor, and the elk trotted off into the forest soon after.',
    ],
    [
      'Cyclist hit at the Brickhill roundabout',
      'A cyclist was hit by a car at the Brickhill roundabout.',
      'A cyclist in her forties was hit by a car at the Brickhill roundabout shortly after eight. She was taken to hospital with a broken arm, and the driver is suspected of carelessness.',
    ],
  ],
}
